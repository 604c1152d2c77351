import { Link } from 'react-router';
import { SHOP } from '#contract/shop.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/care-page';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Care guide – ${SHOP.name}`,
    description:
      'How to make cut flowers last: what to do on the first day, what to do every two days, and notes for roses, tulips, lilies and the rest.',
    path: '/care',
  });

/** `rule` is the one thing to remember, `why` what helps to remember it. */
type Note = { name: string; rule: string; why: string };

const FLOWERS: Note[] = [
  {
    name: 'Anemones',
    rule: 'Shallow water, cool room.',
    why: 'Warmth rushes them. A hall or a north window suits them better than the top of the radiator.',
  },
  {
    name: 'Carnations',
    rule: 'Cut between the joints.',
    why: 'The stem drinks there, and hardly at all through the joint itself. They can last up to three weeks.',
  },
  {
    name: 'Dahlias',
    rule: 'Fresh cool water every day.',
    why: 'Changed, not topped up. They are worth the trouble.',
  },
  {
    name: 'Gerbera',
    rule: '5 cm of water and no more.',
    why: 'Their stems rot in deep water. Look at the level often, since so little is soon drunk.',
  },
  {
    name: 'Hydrangeas',
    rule: 'Keep the vase full.',
    why: 'They wilt as soon as they are thirsty. Mist the heads as well.',
  },
  {
    name: 'Lilies',
    rule: 'Take the anthers off as they open.',
    why: 'The pollen stains whatever it lands on. Never in a home with a cat: see above.',
  },
  {
    name: 'Peonies',
    rule: 'Tepid water, out of direct sun.',
    why: 'That is what the buds like to open in. Give the tight ones time.',
  },
  {
    name: 'Ranunculus',
    rule: 'Away from ripening fruit.',
    why: 'And fresh water every two days, without fail.',
  },
  {
    name: 'Roses',
    rule: 'Recut every three days.',
    why: 'Take off every leaf below the water line when you do.',
  },
  {
    name: 'Sunflowers',
    rule: 'Top up every day.',
    why: 'They drink a lot, and an empty vase shows in their faces first.',
  },
  {
    name: 'Tulips',
    rule: 'Shallow, cold water.',
    why: 'They keep growing in the vase. Recut them when they bend.',
  },
  {
    name: 'Everything else',
    rule: 'The two-day routine.',
    why: 'Daisies, lavender, stock, eucalyptus and the other foliage ask for nothing more.',
  },
];

const PRESENTATIONS: Note[] = [
  {
    name: 'Letterbox bouquets',
    rule: 'Unpack them on arrival.',
    why: 'Trim the stems and stand them in deep water for two hours. Then arrange them as you like.',
  },
  {
    name: 'Hat boxes',
    rule: 'A small cup of water every other day.',
    why: 'Pour it into the foam inside the box. The flowers stay where they are: no trimming, no vase.',
  },
  {
    name: 'Vases, jugs and pots',
    rule: 'Look at the water first.',
    why: 'They arrive arranged. A small pot holds little: stand it somewhere bright and top it up every two days.',
  },
];

const Notes = ({ notes }: { notes: Note[] }) => (
  <dl className="-mt-4">
    {notes.map(({ name, rule, why }) => (
      <div
        key={name}
        className="grid gap-x-6 gap-y-1 border-line border-b py-4 last:border-b-0 tablet:grid-cols-[9.5rem_1fr]"
      >
        <dt className="font-serif text-h3">{name}</dt>
        <dd>
          <strong className="font-semibold">{rule}</strong> <span className="text-soft">{why}</span>
        </dd>
      </div>
    ))}
  </dl>
);

export default function CarePage() {
  return (
    <InformationPage
      title="Care guide"
      lead="Clean water, a fresh cut and a place out of the sun. That is most of it; the rest depends on the flower."
    >
      <Section title="When they arrive">
        <ol className="grid list-decimal gap-2 pl-5">
          <li>Unwrap them and find a clean vase. If the bouquet is tied, leave the tie on and it keeps its shape.</li>
          <li>Take off any leaves that would stand below the water line. They rot and cloud the water.</li>
          <li>Trim 2 cm from each stem, at an angle, with something sharp.</li>
          <li>Put them in fresh water at once, before the cut dries.</li>
          <li>
            Stand them somewhere cool, out of direct sun, away from radiators and from the fruit bowl. Ripening fruit
            ages flowers.
          </li>
        </ol>
      </Section>

      <Section title="Every two days">
        <ul>
          <li>Pour the water away, rinse the vase and fill it again.</li>
          <li>Take a little more off the stems.</li>
          <li>Remove whatever has faded. It takes its neighbours with it.</li>
        </ul>
        <p>
          In between, look at the level. When kinds are mixed in one vase, keep to this routine and let the thirstiest
          tell you when to top up.
        </p>
      </Section>

      <Section title="Lilies and cats" id="lilies">
        <p>
          <strong className="font-semibold">Lilies are poisonous to cats.</strong> Every part is: petals, leaves,
          pollen, even the water in the vase. Do not keep them in a home with a cat, and do not send them to one.
        </p>
        <p>
          If a cat has chewed a lily or has pollen on its fur, ring a vet straight away and do not wait for signs. Each
          bouquet’s page says beside the price whether there are lilies in it.
        </p>
        <p>
          Many other cut flowers, tulips and hydrangeas among them, can make a cat ill that chews them. Stand them where
          it does not climb, or choose among <Link to="/product?pets=safe">bouquets that are safe around pets</Link>.
        </p>
      </Section>

      <Section title="Flower by flower" id="flowers">
        <Notes notes={FLOWERS} />
      </Section>

      <Section title="Boxes and vases" id="boxes">
        <Notes notes={PRESENTATIONS} />
      </Section>

      <Section title="If they look unwell">
        <p>A little droop after a journey is thirst. Trim the stems again and give them two hours in water.</p>
        <p>
          If they arrived damaged, take a photo before you do anything else and send it the same day:{' '}
          <Link to="/delivery#damaged">here is how</Link>. We replace them.
        </p>
      </Section>
    </InformationPage>
  );
}
