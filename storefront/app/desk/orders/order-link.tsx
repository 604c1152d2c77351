import { Link } from 'react-router';

/** The order, as a way to its page. */
export const OrderLink = ({ id, words = `Order ${id}` }: { id: number; words?: string }) => (
  <Link className="text-link" to={`/desk/orders/${id}`}>
    {words}
  </Link>
);
