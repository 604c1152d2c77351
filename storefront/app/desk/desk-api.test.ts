import { expect, test } from 'vitest';
import { createServerApi } from './desk-api.ts';

const called: string[] = [];
const api = createServerApi({
  callDesk: async (path) => {
    called.push(path);
    return { status: 200, body: {} };
  },
});

test.each(['../../staff', '..', './1'])('a page cannot be led to another call by %s in its address', async (id) => {
  await expect(api.get(`/api/desk/orders/${id}/`)).rejects.toMatchObject({ status: 404 });
  expect(called).toEqual([]);
});

test('what is asked may have dots in it', async () => {
  await api.get('/api/desk/orders/?q=../..' as never);
  const code: string = 'SPRING..24';
  await api.get(`/api/desk/codes/${code}/`);
  expect(called).toEqual(['/api/desk/orders/?q=../..', '/api/desk/codes/SPRING..24/']);
});
