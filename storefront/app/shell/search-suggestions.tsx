import { Link } from 'react-router';
import type { Suggestions } from '../api/search-products.ts';
import { Picture } from '../ui/picture.tsx';

/** Suggestions when nothing was found: the occasions and the newest bouquets. */
export function SearchSuggestions({ suggestions, onLeave }: { suggestions: Suggestions; onLeave: () => void }) {
  return (
    <div className="min-h-0 overflow-y-auto pb-3">
      <ul aria-label="Bouquets by occasion" className="flex gap-2 overflow-x-auto px-5 py-0.5 [scrollbar-width:none]">
        {suggestions.occasions.map((name) => (
          <li key={name}>
            <Link to={`/product?${new URLSearchParams({ occasion: name })}`} className="chip" onClick={onLeave}>
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </Link>
          </li>
        ))}
      </ul>
      <ul aria-label="New bouquets" className="grid grid-cols-4 gap-2 px-5 pt-2.5">
        {suggestions.products.map(({ id, name, pictures: [picture] }) => (
          <li key={id} className="min-w-0">
            <Link to={`/product/${id}`} className="block rounded-square" onClick={onLeave}>
              {picture && <Picture picture={picture} alt="" sizes="90px" className="h-20 w-full rounded-square" />}
              <span className="mt-1 block text-micro leading-tight">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
