const Icon = ({ children }: { children: React.ReactNode }) => (
  <svg
    className="size-5 flex-none fill-none stroke-current [stroke-linecap:round] [stroke-linejoin:round] stroke-[1.7]"
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const PrinterIcon = () => (
  <Icon>
    <path d="M7 9V4h10v5M7 17H4V9h16v8h-3" />
    <path d="M7 14h10v6H7z" />
  </Icon>
);

export const FindIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
);

export const DownIcon = () => (
  <Icon>
    <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />
  </Icon>
);

export const VanIcon = () => (
  <Icon>
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8z" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17.5" cy="17.5" r="2" />
  </Icon>
);

export const TickIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);
