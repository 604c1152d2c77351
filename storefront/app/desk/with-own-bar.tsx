import { Outlet } from 'react-router';
import { DeskMain } from './desk-main.tsx';
import { requireColleague } from './desk-page.tsx';

export const middleware = [requireColleague];

/** Pages at work, the ticket and the driver's: they fill the screen. */
export default function WithOwnBar() {
  return (
    <DeskMain>
      <Outlet />
    </DeskMain>
  );
}
