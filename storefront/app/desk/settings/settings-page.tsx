import type { DeskPage } from '../desk-page.ts';
import { changeSettings } from './change-settings.ts';
import { type SettingsData, SettingsView } from './settings-view.tsx';

/** What holds for every day, and who sells. */
export const settingsPage: DeskPage<SettingsData> = {
  path: 'settings',
  title: 'Settings',
  async load(api, _params, search) {
    const [delivery, shop, { version }] = await Promise.all([
      api.get('/api/desk/settings/delivery/'),
      api.get('/api/desk/settings/shop/'),
      api.get('/api/desk/settings/version/'),
    ]);
    return { delivery, shop, version, saved: search.get('saved') };
  },
  act: changeSettings,
  View: SettingsView,
};
