import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { may } from '#contract/roles.ts';
import { serverTools } from '../api/server-api.ts';
import { createServerApi } from './desk-api.ts';
import { DeskBar } from './desk-bar.tsx';
import { DeskMain } from './desk-main.tsx';
import { colleague, requireColleague, useDeskData } from './desk-page.tsx';

export const middleware = [requireColleague];

/** How many claims wait, for those who answer them. The page is worth showing without it. */
export async function loader({ context }: LoaderFunctionArgs): Promise<{ waiting: number | undefined }> {
  if (!may(context.get(colleague)?.roles ?? [], 'answer claims')) return { waiting: undefined };
  const asked = createServerApi(context.get(serverTools)).get('/api/desk/claims/waiting/');
  return asked.catch(() => ({ waiting: 0 }));
}

export default function WithBar({ loaderData: { waiting } }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const me = useDeskData()?.me;
  return (
    <>
      {me && <DeskBar me={me} waiting={waiting} />}
      <DeskMain>
        <Outlet />
      </DeskMain>
    </>
  );
}
