import type { DeliverySettings } from '#contract/desk-calendar.ts';
import type { ShopSettings, ShopVersion } from '#contract/desk-shop.ts';
import type { DeskPage } from '../desk-page.ts';
import { changeSettings } from './change-settings.ts';
import { type SettingsData, SettingsView } from './settings-view.tsx';

/** What holds for every day, and who sells. */
export const settingsPage: DeskPage<SettingsData> = {
  path: 'settings',
  title: 'Settings',
  async load(api, _params, search) {
    const [delivery, shop, { version }] = await Promise.all([
      api.get<DeliverySettings>('/api/desk/settings/delivery/'),
      api.get<ShopSettings>('/api/desk/settings/shop/'),
      api.get<ShopVersion>('/api/desk/settings/version/'),
    ]);
    return { delivery, shop, version, saved: search.get('saved') };
  },
  act: changeSettings,
  View: SettingsView,
};
