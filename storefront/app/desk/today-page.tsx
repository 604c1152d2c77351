import type { DeskPage } from './desk-page.ts';

export const todayPage: DeskPage<null> = {
  path: '',
  title: 'Today',
  load: async () => null,
  View: ({ me }) => (
    <section className="desk-page">
      <h1>Today</h1>
      <p>Good morning, {me.name}.</p>
    </section>
  ),
};
