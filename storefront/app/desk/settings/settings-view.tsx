import { type ReactNode, useState } from 'react';
import type { DeliverySettings } from '#contract/desk-calendar.ts';
import type { ShopSettings } from '#contract/desk-shop.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { listTimes } from '../calendar/calendar-words.ts';
import { Pair } from '../ui/columns.tsx';
import { ChoiceField, Hidden, MoneyField, TextField } from '../ui/field.tsx';
import { Form, IN_SHOP } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { toWas } from '../ui/read-changed.ts';
import { Slip } from '../ui/slip.tsx';
import { changeSettings } from './change-settings.ts';

export type SettingsData = { delivery: DeliverySettings; shop: ShopSettings; version: string; saved: string | null };

/** What is set once: what delivery costs and until when, and who sells. */
export function SettingsView({ data: { delivery, shop, version, saved } }: { data: SettingsData }) {
  const [part = '', key] = saved?.split('-') ?? [];
  return (
    <Page
      title="Settings"
      lead="What is saved is in the shop within two seconds. An order keeps what it was placed with."
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,420px),1fr))] items-start gap-[clamp(18px,2.4vw,36px)]">
        <Slip title="Delivery" id="delivery">
          <DeliveryForm key={part === 'delivery' ? key : ''} delivery={delivery} isSaved={part === 'delivery'} />
        </Slip>
        <Slip title="Shop details" id="shop">
          <p className="text-small text-soft">
            On every page, in letters and on receipts. What is empty is not stated.
          </p>
          <ShopForm key={part === 'shop' ? key : ''} shop={shop} isSaved={part === 'shop'} />
        </Slip>
      </div>
      <p className="desk-mute mt-7">{`${SHOP.name} ${version}`}</p>
    </Page>
  );
}

type FormProps = { isSaved: boolean };
type FrameProps = FormProps & { part: string; label: string; was: Record<string, string>; children: ReactNode };

const SettingsForm = ({ part, label, was, isSaved, children }: FrameProps) => (
  <Form act={changeSettings} className="grid gap-3.5" label={label} saved={isSaved && IN_SHOP}>
    {({ isSending }) => (
      <>
        <Hidden values={toWas(was)} />
        {children}
        <div className="desk-acts">
          <button
            type="submit"
            className={part === 'shop' ? 'desk-button line' : 'desk-button'}
            name="do"
            value={part}
            disabled={isSending}
          >
            Save {part === 'shop' ? 'shop details' : 'delivery'}
          </button>
        </div>
      </>
    )}
  </Form>
);

function DeliveryForm({ delivery: now, ...form }: FormProps & { delivery: DeliverySettings }) {
  const [delivery] = useState(now);
  const was = {
    fee: formatPounds(delivery.fee),
    cut_off: delivery.cut_off,
    days_ahead: String(delivery.days_ahead),
    orders_a_day: delivery.orders_a_day === null ? '' : String(delivery.orders_a_day),
    van_districts: delivery.van_districts?.join(', ') ?? '',
    florist_refund: formatPounds(delivery.florist_refund),
    claims_at_once: formatPounds(delivery.claims_at_once),
  };
  return (
    <SettingsForm part="delivery" label="Delivery" was={was} {...form}>
      <MoneyField isRow name="fee" label="Delivery fee" value={was.fee} />
      <ChoiceField
        isRow
        name="cut_off"
        label="Cut-off, the day before"
        value={was.cut_off}
        choices={listTimes(delivery.cut_off)}
      />
      <TextField isRow name="days_ahead" label="Days ahead" value={was.days_ahead} inputMode="numeric" />
      <TextField
        isRow
        name="orders_a_day"
        label="Orders a day"
        value={was.orders_a_day}
        placeholder="no limit"
        inputMode="numeric"
      />
      <MoneyField isRow name="florist_refund" label="A florist may refund, of one order" value={was.florist_refund} />
      <MoneyField
        name="claims_at_once"
        label="Damaged flowers are replaced at once, up to"
        value={was.claims_at_once}
        hint="What they cost. Above it somebody looks at the photo first; with 0.00, at every claim."
      />
      <TextField
        name="van_districts"
        label="Districts of our vans"
        value={was.van_districts}
        placeholder="everywhere"
        hint="As E8, E9, N1. A carrier takes what goes elsewhere; empty: the vans go everywhere."
      />
    </SettingsForm>
  );
}

function ShopForm({ shop: now, ...form }: FormProps & { shop: ShopSettings }) {
  const [shop] = useState(now);
  return (
    <SettingsForm part="shop" label="Shop details" was={shop} {...form}>
      <TextField name="name" label="Trading name" value={shop.name} />
      <TextField name="street" label="Street" value={shop.street} />
      <Pair>
        <TextField name="city" label="Town" value={shop.city} />
        <TextField name="postcode" label="Postcode" value={shop.postcode} />
      </Pair>
      <Pair>
        <TextField name="email" label="E-mail" type="email" value={shop.email} />
        <TextField name="phone" label="Telephone" note="(optional)" type="tel" value={shop.phone} />
      </Pair>
      <Pair>
        <TextField name="company_number" label="Company number" note="(optional)" value={shop.company_number} />
        <TextField
          name="vat_number"
          label="VAT number"
          note="(optional)"
          value={shop.vat_number}
          hint="With it, receipts state the VAT of 20 % that prices contain, from the next order on."
        />
      </Pair>
    </SettingsForm>
  );
}
