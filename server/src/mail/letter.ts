/** Every letter the shop writes, and what it needs to know. */
export type Letter = { to: string; firstName: string } & (
  | { kind: 'confirm-email'; link: string }
  | { kind: 'reset-password'; link: string }
  | { kind: 'password-changed' }
  | { kind: 'account-deleted' }
);

export type LetterKind = Letter['kind'];

export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;
