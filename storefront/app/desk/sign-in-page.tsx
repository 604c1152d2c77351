import type { DeskPage } from './desk-page.ts';

export const signInPage: DeskPage<null> = {
  path: 'sign-in',
  title: 'Sign in',
  isPublic: true,
  load: async () => null,
  View: () => (
    <section className="desk-page">
      <h1>Good morning.</h1>
      <p>The bench, the vans and the books are behind this door.</p>
    </section>
  ),
};
