import { useContext } from 'react';
import { Link } from 'react-router';
import { HasPage } from '../desk-nav.ts';

/** The order, as a way to its page where the desk has one. */
export function OrderLink({ id, words = `Order ${id}` }: { id: number; words?: string }) {
  const hasPage = useContext(HasPage);
  if (!hasPage(`orders/${id}`)) return <b>{words}</b>;
  return (
    <Link className="text-link" to={`/desk/orders/${id}`}>
      {words}
    </Link>
  );
}
