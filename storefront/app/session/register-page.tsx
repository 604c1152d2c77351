import type { Route } from './+types/register-page';
import { NotOpenYet, notOpenMeta } from './not-open-yet.tsx';

export const meta: Route.MetaFunction = ({ matches }) => notOpenMeta(matches, 'Signing up is not open yet');

export default function RegisterPage() {
  return <NotOpenYet title="Signing up is not open yet" />;
}
