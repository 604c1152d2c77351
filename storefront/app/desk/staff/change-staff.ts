import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';

/** Invites, changes roles, disables, or ends a session: what the forms about colleagues ask for. */
export const changeStaff: Press = async (form) => {
  const id = encodeURIComponent(String(form.get('id')));
  const words = (name: string) => String(form.get(name) ?? '');
  if (form.get('do') === 'invite') {
    const email = words('email');
    const body = {
      name: words('name'),
      email,
      roles: form.getAll('role').flatMap((roles) => String(roles).split(',')),
    };
    await send('POST', '/api/desk/staff/', body);
    return `/desk/staff?${new URLSearchParams({ invited: email })}`;
  }
  if (form.get('do') === 'roles') await send('PATCH', `/api/desk/staff/${id}/`, { roles: words('roles').split(',') });
  if (form.get('do') === 'disable') await send('POST', `/api/desk/staff/${id}/disable/`);
  if (form.get('do') === 'sign out') await send('DELETE', `/api/desk/devices/${id}/`);
  return '/desk/staff';
};
