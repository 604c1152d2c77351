import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeliverySettings } from '#contract/desk-calendar.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as settingsPage from './settings-page.tsx';

const DELIVERY = 'PATCH /api/desk/settings/delivery/';
const SHOP = 'PATCH /api/desk/settings/shop/';
const SAVED = 'Saved. The shop shows it.';

async function open(answers: Record<string, Answer> = {}, changes: Partial<DeliverySettings> = {}) {
  const delivery: DeliverySettings = {
    fee: 5,
    cut_off: '12:00',
    days_ahead: 60,
    orders_a_day: 80,
    van_districts: ['E8', 'N1'],
    florist_refund: 20,
    claims_at_once: 60,
    ...changes,
  };
  const shop = {
    name: 'Marigold Lane',
    street: '1 Lane',
    city: 'London',
    postcode: 'E8 1AA',
    email: 'm@shop.example',
    phone: '',
    company_number: '',
    vat_number: 'GB123456789',
  };
  const asked = pretendApi({
    'GET /api/desk/settings/delivery/': { body: delivery },
    'GET /api/desk/settings/shop/': { body: shop },
    'GET /api/desk/settings/version/': { body: { version: '0.2.0' } },
    ...answers,
  });
  const opened = openDeskPage(settingsPage, { at: '/desk/settings' });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { asked, ...opened };
}

const form = (name: string) => within(screen.getByRole('form', { name }));
const saveDelivery = () => screen.getByRole('button', { name: 'Save delivery' });

test('both forms show what is set, and which version of the shop it is', async () => {
  await open();
  const delivery = form('Delivery');
  expect(delivery.getByLabelText('Delivery fee')).toHaveValue('£5.00');
  expect(delivery.getByLabelText('Cut-off, the day before')).toHaveValue('12:00');
  expect(delivery.getByLabelText('Orders a day')).toHaveValue('80');
  expect(delivery.getByLabelText('Districts of our vans')).toHaveValue('E8, N1');
  expect(delivery.getByLabelText(/^Damaged flowers/)).toHaveAccessibleDescription(/with 0\.00, at every claim\.$/);
  expect(form('Shop details').getByLabelText('VAT number (optional)')).toHaveValue('GB123456789');
  expect(screen.getByText('Marigold Lane 0.2.0')).toBeVisible();
});

test('where nothing limits, the fields say so', async () => {
  await open({}, { orders_a_day: null, van_districts: null });
  expect(screen.getByPlaceholderText('no limit')).toHaveValue('');
  expect(screen.getByPlaceholderText('everywhere')).toHaveValue('');
});

test('only what was changed is sent, as pounds, numbers and districts; emptied is what the shop begins with', async () => {
  const { visitor, asked } = await open({ [DELIVERY]: { status: 204 } });
  await fillIn(visitor, {
    'Delivery fee': '£1,000.50',
    'Orders a day': '',
    'Days ahead': '45',
    'Districts of our vans': 'e8 N1,EC1V',
  });
  await visitor.click(saveDelivery());
  expect(await screen.findByText(SAVED)).toBeVisible();
  expect(screen.getAllByText(SAVED)).toHaveLength(1);
  expect(asked.find(({ call }) => call === DELIVERY)?.body).toEqual({
    fee: 1_000.5,
    orders_a_day: null,
    days_ahead: 45,
    van_districts: ['e8', 'N1', 'EC1V'],
  });
});

test('what is refused is said at its field, and all that was typed stays', async () => {
  const { visitor, asked } = await open({
    [DELIVERY]: {
      status: 400,
      body: { fee: ['An amount is written in pounds, as 3.00.'], van_districts: ['Districts are written as E8,E9.'] },
    },
  });
  await fillIn(visitor, { 'Delivery fee': 'five', 'Districts of our vans': 'Hackney', 'Days ahead': '45' });
  await visitor.click(saveDelivery());
  const fee = await screen.findByRole('textbox', {
    name: 'Delivery fee',
    description: 'An amount is written in pounds, as 3.00.',
  });
  expect(fee).toHaveValue('five');
  expect(fee).toHaveFocus();
  expect(screen.getByLabelText('Days ahead')).toHaveValue('45');
  expect(screen.getByLabelText('Districts of our vans')).toHaveAccessibleDescription(
    /Districts are written as E8,E9\.$/,
  );
  expect(asked.find(({ call }) => call === DELIVERY)?.body).toMatchObject({ fee: 'five' });
  expect(screen.queryByText(SAVED)).not.toBeInTheDocument();
});

test('the details of the shop are sent apart, and can be emptied', async () => {
  const { visitor, asked } = await open({ [SHOP]: { status: 204 } });
  await fillIn(visitor, { 'VAT number (optional)': '', 'Telephone (optional)': '020 7946 0000' });
  await visitor.click(screen.getByRole('button', { name: 'Save shop details' }));
  await screen.findByText(SAVED);
  expect(form('Shop details').getByText(SAVED)).toBeVisible();
  expect(asked.find(({ call }) => call === SHOP)?.body).toEqual({ phone: '020 7946 0000', vat_number: '' });
});

test('while the shop cannot be reached nothing is lost', async () => {
  const { visitor } = await open({ [SHOP]: { status: 500, body: {} } });
  await fillIn(visitor, { Town: 'Leeds' });
  await visitor.click(screen.getByRole('button', { name: 'Save shop details' }));
  expect(await form('Shop details').findByRole('alert')).toHaveTextContent('Something went wrong on our side.');
  expect(screen.getByLabelText('Town')).toHaveValue('Leeds');
});
