import type { DeskPage } from './desk-page.ts';

export const signInPage: DeskPage<null> = {
  path: 'sign-in',
  title: 'Sign in',
  isPublic: true,
  load: async () => null,
  View: () => (
    <section className="desk-page">
      <h1>Good morning.</h1>
      <p>This door has no key yet. Until it does, the desk is a command line: npm run desk.</p>
    </section>
  ),
};
