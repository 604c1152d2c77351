import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import site from '../../../catalogue/made/site.json';
import { findRules, pageMeta } from '../page-meta.ts';
import { cutOffWords, hasSurcharges, useDeliveryRules } from '../shell/delivery-rules.ts';
import type { Route } from './+types/delivery-page';
import { listClosures, openWeekend, sayRestWeekdays, WEEKDAYS } from './closed-days.ts';
import { listExamples } from './delivery-examples.ts';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => {
  const rules = findRules(matches);
  return pageMeta(matches, {
    title: `Delivery – ${SHOP.name}`,
    description: `${sayOrder(rules)} before ${cutOffWords(rules.cut_off)} for delivery the next day${sayWeekend(rules)}, to UK addresses for ${formatPounds(rules.fee)}. And what to do if flowers arrive damaged.`,
    path: '/delivery',
  });
};

/** `, weekends included`, as far as they are. */
const sayWeekend = (rules: DeliveryRules): string => {
  const { short } = openWeekend(rules);
  return short && `, ${short} included`;
};

const sayOrder = ({ paused }: DeliveryRules): string =>
  paused ? 'No deliveries at the moment. Otherwise order' : 'Order';

/** What differs by day of the week, and on days of the calendar. Nothing while everything is as usual. */
function OwnCutOffs({ rules }: { rules: DeliveryRules }) {
  const own = Object.entries(rules.weekdays).filter(
    ([, { cut_off, closed }]) => !closed && cut_off && cut_off !== rules.cut_off,
  );
  if (own.length === 0) return null;
  return (
    <p>
      {own.map(
        ([weekday, { cut_off }]) =>
          `For delivery on a ${WEEKDAYS[Number(weekday)]} it is ${cutOffWords(cut_off ?? '')} on the day before. `,
      )}
    </p>
  );
}

function OwnDays({ rules }: { rules: DeliveryRules }) {
  const closures = listClosures(rules);
  const opened = Object.keys(rules.days).filter((day) => rules.days[day]?.opened);
  return (
    <>
      {closures.length > 0 && <p>Nor do we deliver {closures.join(', ')}.</p>}
      {opened.length > 0 && (
        <p>
          But we do deliver on{' '}
          {opened
            .toSorted()
            .map((day) => formatDay(day))
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

function Surcharges({ rules }: { rules: DeliveryRules }) {
  const days = Object.entries(rules.days).filter(([, { surcharge }]) => surcharge);
  if (days.length === 0) return null;
  return (
    <p>
      On these days it costs more:{' '}
      {days.map(([day, { surcharge }]) => `${formatDay(day)} + ${formatPounds(surcharge ?? 0)}`).join(', ')}. The
      checkout says so before you choose one.
    </p>
  );
}

const SCENE = {
  picture: site['doorstep-wide'],
  alt: 'A bouquet of roses in brown paper on the step of a dark green front door, beside a clipped bay tree',
  keep: '[&_img]:object-[68%_50%]',
};

export default function DeliveryPage() {
  const rules = useDeliveryRules();
  const cutOff = cutOffWords(rules.cut_off);
  const fee = formatPounds(rules.fee);
  const restWeekdays = sayRestWeekdays(rules);
  const never = restWeekdays && `We do not deliver on ${restWeekdays}.`;
  const examples = listExamples(rules);
  return (
    <InformationPage
      title="Delivery"
      lead={`${sayOrder(rules)} before ${cutOff} and your flowers arrive the next day${sayWeekend(rules)}. ${never && !rules.paused ? `${never} ` : ''}It costs ${fee}, whatever the bouquet${hasSurcharges(rules) ? ', and more on some days' : ''}.`}
      scene={SCENE}
    >
      <Section title="Which day they arrive">
        <p>
          {`The cut-off is ${cutOff}, UK time. Before it, we deliver the next day; from ${cutOff} on, the day after that. What counts is when you pay, not when you filled the cart.`}
        </p>
        <OwnCutOffs rules={rules} />
        {examples.length > 0 && (
          <table className="w-full text-left">
            <caption className="sr-only">Examples, in a week without bank holidays</caption>
            <thead>
              <tr className="text-small text-soft">
                <th scope="col" className="py-2 pr-4 font-medium">
                  You pay on
                </th>
                <th scope="col" className="py-2 font-medium">
                  They arrive on
                </th>
              </tr>
            </thead>
            <tbody>
              {examples.map(({ paid, arrives }) => (
                <tr key={paid} className="border-line border-t">
                  <td className="py-2.5 pr-4">{paid}</td>
                  <td className="py-2.5 font-semibold">{arrives}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>No hurry? At checkout you can choose any later delivery day, up to {rules.days_ahead} days ahead.</p>
      </Section>

      <Section title={never ? 'Days without deliveries' : 'Bank holidays'}>
        {never && <p>{never}</p>}
        <p>
          We do not deliver on the bank holidays of England and Wales, nor on Christmas Day, Boxing Day and New Year’s
          Day, whichever day of the week they fall on. An order that would have arrived then goes out for the next
          possible day. The checkout marks these days, so you see it before you pay.
        </p>
        <OwnDays rules={rules} />
      </Section>

      <Section title="What it costs">
        <p>
          Delivery is {fee} for every order, to one address on one day. The cart adds it to the flowers and shows the
          amount to pay before you pay it.
        </p>
        <Surcharges rules={rules} />
      </Section>

      <Section title="Where we deliver">
        <p>
          To addresses in the United Kingdom. The postcode, the name of the person the flowers are for and a phone
          number are up to you: they help us to find the right door, and we use them for nothing else.
        </p>
      </Section>

      <Section title="On the day">
        <p>
          The flowers come to the address on the order, with your gift note if you wrote one. There are no hourly slots
          to choose: we promise the day, not the hour.
        </p>
        <p>
          At checkout you can say what to do if nobody is in, and leave a note for the driver. Letterbox bouquets are
          packed to go through the door. Whichever it is, they will want water soon: the{' '}
          <Link to="/care">care guide</Link> says how much.
        </p>
      </Section>

      <Section title="If flowers arrive damaged" id="damaged">
        <ol className="grid list-decimal gap-2 pl-5">
          <li>Take a photo on the day they arrive. If they went to someone else, ask for one.</li>
          <li>
            Open the order on{' '}
            <Link to="/profile" reloadDocument>
              your profile page
            </Link>{' '}
            the same day.
          </li>
          <li>
            At the top, under ‘Report damaged flowers’, send the photo with a line about what is wrong. An email tells
            you that we have it.
          </li>
          <li>
            We send the same flowers again on the next possible day, at no charge: at once, or after the florist has
            looked at the photo; the page of the order says which. Should one of them no longer be on sale, the florist
            writes to you.
          </li>
        </ol>
        <p>
          If the day has passed, report them in the same place, or <Link to="/contact">write to us</Link>. Then the
          florist looks at the photo first and answers you by email. The report on the day is the quick way, not the
          only one, and your statutory rights are not affected.
        </p>
      </Section>

      <Section title="If you change your mind">
        <p>
          Until your flowers are tied, you can change or cancel the order from its page, and cancelling gives all your
          money back. After that it is too late: flowers deteriorate rapidly, so the 14-day right to cancel a purchase
          does not apply to them. That is about changing your mind, not about flowers that were faulty.
        </p>
        <p>
          A vase does not wilt. If one came with your bouquet and you do not want to keep it, write to us within 14 days
          of delivery and we will settle it with you. More in our <Link to="/terms">terms</Link>.
        </p>
      </Section>
    </InformationPage>
  );
}
