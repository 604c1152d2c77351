import type { Picture as PictureData } from '#contract/pictures.ts';
import { clockWords, cutOffWords, useDeliveryRules } from '../shell/delivery-rules.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';

const listPromises = (cutOff: string): { icon: IconName; title: string; words: string }[] => [
  {
    icon: 'flower',
    title: 'Fresh bouquets for any occasion',
    words: 'Cut and tied once you have ordered. For birthdays, thank-yous, late sorrys and hard days too.',
  },
  {
    icon: 'envelope',
    title: 'Easy sign-up with an email',
    words: 'An email address is enough. After that your cart, addresses and orders wait for you in one place.',
  },
  {
    icon: 'truck',
    title: `Next-day delivery on orders placed before ${clockWords(cutOff)}`,
    words: `Order before ${cutOffWords(cutOff)} and we deliver the next day. The day at the top of the page is the one we keep.`,
  },
  {
    icon: 'camera',
    title: 'Damaged flowers replaced',
    words: 'If something arrives the worse for wear, send us a photo the same day and we replace it.',
  },
];

export function Promises({ picture }: { picture: PictureData | undefined }) {
  const { cut_off } = useDeliveryRules();
  return (
    <section
      aria-labelledby="promises-title"
      className="wrap mt-section grid items-center gap-[clamp(2rem,7vw,7rem)] tablet:grid-cols-[5fr_6fr]"
    >
      {picture && (
        <Picture
          picture={picture}
          sizes="(min-width: 1481px) 560px, (min-width: 721px) 40vw, 92vw"
          className="aspect-square rounded-square tablet:aspect-4/5"
        />
      )}
      <div>
        <h2 id="promises-title">Four promises, kept in full</h2>
        <ol className="mt-6 border-line border-t tablet:mt-9">
          {listPromises(cut_off).map(({ icon, title, words }) => (
            <li
              key={title}
              className="grid grid-cols-[2.75rem_1fr] gap-x-3 border-line border-b py-5 tablet:gap-x-4.5 tablet:py-6.5"
            >
              <Icon name={icon} className="-mt-0.5 size-8.5 [stroke-width:1.2]" />
              <div>
                <h3>{title}</h3>
                <p className="mt-1.5 max-w-[46ch] text-soft">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
