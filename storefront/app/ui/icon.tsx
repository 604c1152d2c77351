import type { ReactNode } from 'react';

/** All icons of the shop: 24 px, one thin line, round ends. They decorate; words stand beside them. */
const PATHS = {
  bag: <path d="M5 8.5h14l1 12H4zM8.5 11V7a3.5 3.5 0 0 1 7 0v4" />,
  bell: <path d="M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
  bin: <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13" />,
  camera: <path d="M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v12h-17zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  chevron: <path d="m9 5 7 7-7 7" />,
  envelope: <path d="M3.5 6h17v12.5h-17zM3.5 6.5l8.5 7 8.5-7" />,
  facebook: (
    <path d="M14 20.5v-7h2.7l.5-3H14V8.6c0-1 .5-1.6 1.7-1.6h1.6V4.3c-.5-.1-1.3-.2-2.2-.2-2.4 0-3.8 1.4-3.8 4v2.4H8.5v3h2.8v7" />
  ),
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  flower: (
    <path d="M12 9.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM8.6 11.8a2.3 2.3 0 1 0-1.4-4.3M15.4 11.8a2.3 2.3 0 1 1 1.4-4.3M12 9.2V21M12 17c-3.2 0-5-1.4-5.5-3.6M12 19c3.2 0 5-1.4 5.5-3.6" />
  ),
  heart: <path d="M12 20 4.6 12.6a4.7 4.7 0 0 1 6.65-6.65L12 6.7l.75-.75a4.7 4.7 0 0 1 6.65 6.65z" />,
  menu: <path d="M3.5 7.5h17M3.5 16.5h11" />,
  note: <path d="M4 4.5h16v11l-4.5 4.5H4zM15.5 20v-4.5H20M7.5 9h9M7.5 12.5h5" />,
  out: <path d="M10 4H4.5v16H10M15 8l4 4-4 4M19 12H9" />,
  pause: <path d="M8.5 6v12M15.5 6v12" />,
  person: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />,
  pin: (
    <path d="M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z" />
  ),
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  pinterest: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM10 19.5 12.3 9.5M9 12.2c-.8-3.2 1-5 3.3-5s3.7 1.6 3.4 3.7c-.3 2.3-1.7 3.8-3.2 3.8-1 0-1.6-.6-1.7-1.3" />
  ),
  search: <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5" />,
  truck: (
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8zM7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17.5 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z" />
  ),
  warning: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5v5M12 16v.1" />,
  zoom: <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5M10.5 7.8v5.4M7.8 10.5h5.4" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {PATHS[name]}
    </svg>
  );
}
