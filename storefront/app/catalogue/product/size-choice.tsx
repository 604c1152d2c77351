import { SIZE_NAMES } from '#contract/line-words.ts';
import { Delivered } from '../../shell/delivered.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { countStems, isShownInStandard } from './choice.ts';
import type { PageSize } from './page-product.ts';

type Props = { sizes: readonly PageSize[]; chosen: PageSize };

/** The sizes side by side, each as the same camera saw it: one sees how much more a larger one is. */
export function SizeChoice({ sizes, chosen }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-small">Size</legend>
      <div className="size-tiles">
        {sizes.map((size) => (
          <label key={size.size} className="size-tile">
            <input
              type="radio"
              name="size"
              value={size.size}
              defaultChecked={size.size === 'standard'}
              autoComplete="off"
              className="sr-only"
            />
            {size.pictures[0] && (
              <Picture
                picture={size.pictures[0]}
                alt=""
                sizes="110px"
                className="mb-2 aspect-square w-full rounded-square"
              />
            )}
            <b className="font-semibold text-base">{SIZE_NAMES[size.size]}</b>
            <span className="num text-soft">{countStems(size)} stems</span>
            <Price pounds={size.price} />
            <Delivered pounds={size.price} className="text-micro" />
          </label>
        ))}
      </div>
      <p className="num mt-2.5 min-h-6 text-small text-soft">{measuresOf(chosen)}</p>
    </fieldset>
  );
}

function measuresOf(size: PageSize): string {
  const { height_cm: height, width_cm: width } = size;
  const words = [...(height ? [`${height} cm tall`] : []), ...(width ? [`${width} cm across`] : [])].join(', ');
  const shown = isShownInStandard(size) ? 'Shown in standard.' : '';
  return [words && `${SIZE_NAMES[size.size]}: ${words}.`, shown].filter(Boolean).join(' ');
}
