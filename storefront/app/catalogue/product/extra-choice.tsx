import { formatPounds } from '#contract/money.ts';
import type { Extra } from '#contract/products.ts';
import { Picture } from '../../ui/picture.tsx';

/** What can go with a bouquet. Nothing is ticked beforehand. */
export function ExtraChoice({ extras }: { extras: readonly Extra[] }) {
  if (extras.length === 0) return null;
  return (
    <fieldset className="mt-4 mb-5.5">
      <legend className="mb-2 font-semibold text-small">
        Something with it <span className="font-normal text-soft">(optional)</span>
      </legend>
      <ul className="border-line border-b">
        {extras.map(({ id, name, words, price, picture }) => (
          <li key={id} className="border-line border-t">
            <label className="tick w-full py-2">
              <input type="checkbox" value={id} autoComplete="off" />
              {picture && (
                <Picture picture={picture} alt="" sizes="44px" className="size-11 flex-none rounded-square" />
              )}
              <span className="min-w-0 flex-1 leading-snug">
                <b className="block font-semibold">{name}</b>
                <span className="block text-small text-soft">{words}</span>
              </span>
              <span className="num">+{formatPounds(price)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
