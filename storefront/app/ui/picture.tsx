import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import type { Picture as PictureData } from '#contract/pictures.ts';

type Props = {
  picture: PictureData;
  /** How wide it will be shown, for the browser to choose a file by. */
  sizes: string;
  /** Above the fold: fetched at once and before other pictures. */
  eager?: boolean;
  alt?: string;
  className?: string;
};

/** A picture in the smallest format that the browser supports, over its blurred placeholder, in a box of fixed size. */
export function Picture({ picture, sizes, eager = false, alt = picture.alt, className = '' }: Props) {
  return (
    <span className={`relative block overflow-hidden bg-deep ${className}`}>
      {picture.placeholder && (
        <img
          src={picture.placeholder}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover"
        />
      )}
      <picture>
        <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
        <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />
        <img
          src={pictureUrl(picture.id, picture.widths[1] ?? picture.width, 'jpg')}
          srcSet={srcSet(picture, 'jpg')}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding={eager ? 'sync' : 'async'}
          className="relative size-full object-cover"
        />
      </picture>
    </span>
  );
}
