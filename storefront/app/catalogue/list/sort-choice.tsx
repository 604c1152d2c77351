import { useNavigate } from 'react-router';
import { leaveOverlay } from '../../router-patches/use-back-closes.ts';
import { type ListFilters, listAddress, SORTS } from './list-address.ts';

/** The order of the list. */
export function SortChoice({ filters }: { filters: ListFilters }) {
  const navigate = useNavigate();
  return (
    <label className="inline-flex items-center gap-2.5 text-small">
      <span className="text-soft">Sort by</span>
      <select
        className="select"
        value={filters.sort ?? 'new'}
        onChange={({ target }) => {
          const address = listAddress({ ...filters, sort: target.value });
          leaveOverlay(() => navigate(address, { preventScrollReset: true }));
        }}
      >
        {SORTS.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
