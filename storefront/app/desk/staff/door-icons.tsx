/** A person and a key. */
export const KeyIcon = () => (
  <svg className="size-6 flex-none fill-none stroke-[1.6] stroke-current" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="9" cy="7.5" r="3.8" />
    <path d="M2.6 20c.6-4.100 3-6.400 6.400-6.400 1.2 0 2.3.3 3.200.8" />
    <circle cx="17.400" cy="12.600" r="2.900" />
    <path d="M17.400 15.500v6l1.700-1.600M17.400 18.400l1.500-1" />
  </svg>
);

/** What one may: a ticked disc; what one may not: a struck ring. */
export const MayIcon = ({ isAllowed }: { isAllowed: boolean }) => (
  <svg
    className="mt-0.5 size-5 flex-none"
    viewBox="0 0 20 20"
    role="img"
    aria-label={isAllowed ? 'You may:' : 'You may not:'}
  >
    {isAllowed ? (
      <>
        <circle cx="10" cy="10" r="8.500" fill="var(--color-leaf-700)" />
        <path d="m6 10.300 2.800 2.800L14 7.700" fill="none" stroke="var(--color-on-leaf)" strokeWidth="2" />
      </>
    ) : (
      <path
        d="M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM5 15 15 5"
        fill="none"
        stroke="var(--color-mute)"
        strokeWidth="1.800"
      />
    )}
  </svg>
);
