import type { ReactNode } from 'react';
import site from '../../../catalogue/made/site.json';
import { PictureFiles } from '../ui/picture.tsx';
import { NeedsScripts } from './needs-scripts.tsx';
import { Slogans } from './slogans.tsx';

const SIZES = '(min-width: 721px) 60vw, 100vw';

const PICTURES = { promenade: site['promenade-close'], jolly: site['jolly-close'] };

type Props = {
  title: string;
  lead?: ReactNode;
  flowers?: keyof typeof PICTURES;
  slogans?: boolean;
  /** Shown beside the heading. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The layout of the sign-in pages: text and form, beside them flowers. */
export function AuthPage({ title, lead, flowers = 'promenade', slogans = false, beside, children }: Props) {
  return (
    <div className="auth">
      <div className="auth-form">
        <div>
          <div className="flex items-start justify-between gap-4">
            <h1>{title}</h1>
            {beside}
          </div>
          {lead && <p className="mt-2 text-lead text-soft">{lead}</p>}
          <NeedsScripts>{children}</NeedsScripts>
        </div>
      </div>
      <div className="auth-picture">
        <Flowers picture={PICTURES[flowers]} />
        {slogans && <Slogans />}
      </div>
    </div>
  );
}

function Flowers({ picture }: { picture: (typeof PICTURES)['promenade'] }) {
  return (
    <>
      <img src={picture.placeholder} alt="" aria-hidden="true" />
      <PictureFiles picture={picture} sizes={SIZES} fallback={2} alt="" decoding="async" />
    </>
  );
}
