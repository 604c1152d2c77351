import { useState } from 'react';
import type { DeliverySettings } from '#contract/desk-calendar.ts';
import type { ShopSettings } from '#contract/desk-shop.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import type { Refused } from '../desk-page.ts';
import { listTimes } from './calendar-words.ts';
import { changeSettings, DELIVERY_FIELDS, SHOP_FIELDS } from './change-settings.ts';
import { ariaOf, Field, Wrong } from './field.tsx';
import { wasName } from './read-form.ts';
import { type Answered, IN_SHOP, SentForm } from './sent-form.tsx';

export type SettingsData = { delivery: DeliverySettings; shop: ShopSettings; version: string; saved: string | null };
type Answer = Refused['refused'] | undefined;
type Props = { data: SettingsData; refused: Answer };

/** What is set once: what delivery costs and until when, and who sells. */
export function SettingsView({ data: { delivery, shop, version, saved }, refused }: Props) {
  const [part = '', key] = saved?.split('-') ?? [];
  // A page that was posted without scripts answers one of its forms.
  const sent = new URLSearchParams(String(refused?.typed ?? '')).get('do');
  return (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Settings</h1>
          <p className="desk-soft">
            What is saved is in the shop within two seconds. An order keeps what it was placed with.
          </p>
        </div>
      </div>
      <div className="office-two">
        <section className="office-slip" id="delivery" aria-labelledby="delivery-title">
          <h2 id="delivery-title">Delivery</h2>
          <DeliveryForm
            key={part === 'delivery' ? key : ''}
            delivery={delivery}
            refused={sent === 'shop' ? undefined : refused}
            isSaved={part === 'delivery' && refused === undefined}
          />
        </section>
        <section className="office-slip" id="shop" aria-labelledby="shop-title">
          <h2 id="shop-title">Shop details</h2>
          <p className="desk-soft">On every page, in letters and on receipts. What is empty is not stated.</p>
          <ShopForm
            key={part === 'shop' ? key : ''}
            shop={shop}
            refused={sent === 'shop' ? refused : undefined}
            isSaved={part === 'shop' && refused === undefined}
          />
        </section>
      </div>
      <p className="desk-mute office-version">{`${SHOP.name} ${version}`}</p>
    </section>
  );
}

type FormProps = { refused: Answer; isSaved: boolean };

function DeliveryForm({ delivery: now, refused, isSaved }: FormProps & { delivery: DeliverySettings }) {
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
    <SentForm
      act={changeSettings}
      refused={refused}
      fields={DELIVERY_FIELDS}
      className="office-form"
      label="Delivery"
      saved={isSaved && IN_SHOP}
    >
      {(answered) => (
        <>
          <Was values={was} />
          <Field
            className="row"
            name="fee"
            label="Delivery fee"
            value={was.fee}
            inputMode="decimal"
            answered={answered}
          />
          <div className="office-field row">
            <label htmlFor="cut_off">Cut-off, the day before</label>
            <select
              className="paper-input"
              id="cut_off"
              name="cut_off"
              defaultValue={answered.typed('cut_off', was.cut_off)}
              {...ariaOf('cut_off', false, answered)}
            >
              {listTimes(delivery.cut_off).map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
            <Wrong name="cut_off" answered={answered} />
          </div>
          <Field
            className="row"
            name="days_ahead"
            label="Days ahead"
            value={was.days_ahead}
            inputMode="numeric"
            answered={answered}
          />
          <Field
            className="row"
            name="orders_a_day"
            label="Orders a day"
            value={was.orders_a_day}
            placeholder="no limit"
            inputMode="numeric"
            answered={answered}
          />
          <Field
            className="row"
            name="florist_refund"
            label="A florist may refund, of one order"
            value={was.florist_refund}
            inputMode="decimal"
            answered={answered}
          />
          <Field
            name="claims_at_once"
            label="Damaged flowers are replaced at once, up to"
            value={was.claims_at_once}
            inputMode="decimal"
            hint="What they cost. Above it somebody looks at the photo first; with 0.00, at every claim."
            answered={answered}
          />
          <Field
            name="van_districts"
            label="Districts of our vans"
            value={was.van_districts}
            placeholder="everywhere"
            hint="As E8, E9, N1. A carrier takes what goes elsewhere; empty: the vans go everywhere."
            answered={answered}
          />
          <Save answered={answered} part="delivery" />
        </>
      )}
    </SentForm>
  );
}

function ShopForm({ shop: now, refused, isSaved }: FormProps & { shop: ShopSettings }) {
  const [shop] = useState(now);
  return (
    <SentForm
      act={changeSettings}
      refused={refused}
      fields={SHOP_FIELDS}
      className="office-form"
      label="Shop details"
      saved={isSaved && IN_SHOP}
    >
      {(answered) => (
        <>
          <Was values={shop} />
          <Field name="name" label="Trading name" value={shop.name} answered={answered} />
          <Field name="street" label="Street" value={shop.street} answered={answered} />
          <div className="office-pair">
            <Field name="city" label="Town" value={shop.city} answered={answered} />
            <Field name="postcode" label="Postcode" value={shop.postcode} answered={answered} />
          </div>
          <div className="office-pair">
            <Field name="email" label="E-mail" type="email" value={shop.email} answered={answered} />
            <Field name="phone" label={optional('Telephone')} type="tel" value={shop.phone} answered={answered} />
          </div>
          <div className="office-pair">
            <Field
              name="company_number"
              label={optional('Company number')}
              value={shop.company_number}
              answered={answered}
            />
            <Field
              name="vat_number"
              label={optional('VAT number')}
              value={shop.vat_number}
              hint="With it, receipts state the VAT of 20 % that prices contain, from the next order on."
              answered={answered}
            />
          </div>
          <Save answered={answered} part="shop" />
        </>
      )}
    </SentForm>
  );
}

const optional = (words: string) => (
  <>
    {words} <span className="office-optional">(optional)</span>
  </>
);

const Was = ({ values }: { values: Record<string, string> }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={wasName(name)} value={value} />);

const Save = ({ answered, part }: { answered: Answered; part: string }) => (
  <div className="desk-acts">
    <button
      type="submit"
      className={part === 'shop' ? 'desk-button line' : 'desk-button'}
      name="do"
      value={part}
      disabled={answered.isSending}
    >
      Save {part === 'shop' ? 'shop details' : 'delivery'}
    </button>
  </div>
);
