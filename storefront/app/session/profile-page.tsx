import type { Route } from './+types/profile-page';
import { NotOpenYet, notOpenMeta } from './not-open-yet.tsx';

export const meta: Route.MetaFunction = ({ matches }) => notOpenMeta(matches, 'Your account is not open yet');

export default function ProfilePage() {
  return <NotOpenYet title="Your account is not open yet" />;
}
