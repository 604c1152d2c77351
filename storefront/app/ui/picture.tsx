import type { ComponentProps } from 'react';
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
      <PictureFiles
        picture={picture}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'sync' : 'async'}
        className="relative size-full object-cover"
      />
    </span>
  );
}

type FilesProps = ComponentProps<'img'> & {
  picture: PictureData;
  sizes: string;
  /** Which of its widths a browser gets that cannot choose. */
  fallback?: number;
};

/** The files of a picture, for the browser to choose the smallest from. */
export const PictureFiles = ({ picture, sizes, fallback = 1, alt, ...shown }: FilesProps) => (
  <picture>
    <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
    <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />
    <img
      src={pictureUrl(picture.id, picture.widths[fallback] ?? picture.width, 'jpg')}
      srcSet={srcSet(picture, 'jpg')}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      {...shown}
    />
  </picture>
);
