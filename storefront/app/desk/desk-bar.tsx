import { Link } from 'react-router';
import type { Me } from '#contract/staff.ts';

/** The dark bar on every page of the desk, so that nobody takes it for the shop. */
export function DeskBar({ me }: { me: Me }) {
  return (
    <header className="desk-bar on-leaf">
      <Link className="desk-mark" to="/desk">
        Marigold Lane <i>desk</i>
      </Link>
      <p>{me.name}</p>
    </header>
  );
}
