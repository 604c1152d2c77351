import type { Route } from './+types/login-page';
import { NotOpenYet, notOpenMeta } from './not-open-yet.tsx';

export const meta: Route.MetaFunction = ({ matches }) => notOpenMeta(matches, 'Signing in is not open yet');

export default function LoginPage() {
  return <NotOpenYet title="Signing in is not open yet" />;
}
