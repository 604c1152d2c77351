import { readPage, showPage, titled } from '../desk-page.tsx';
import { SettingsView } from './settings-view.tsx';

/** What holds for every day, and who sells. */
export const loader = readPage(async (api, _params, search) => {
  const [delivery, shop, { version }] = await Promise.all([
    api.get('/api/desk/settings/delivery/'),
    api.get('/api/desk/settings/shop/'),
    api.get('/api/desk/settings/version/'),
  ]);
  return { delivery, shop, version, saved: search.get('saved') };
});

export const meta = titled('Settings');

export default showPage<typeof loader>(SettingsView);
