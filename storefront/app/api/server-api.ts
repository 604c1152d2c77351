import { createContext, data, type RouterContextProvider } from 'react-router';

/** What the server lends a page while it is drawn there. */
export type ServerTools = {
  /** Calls the shop's own API without leaving the process. */
  callApi(path: string): Promise<{ status: number; body: unknown }>;
  /** Logs what went wrong, once. */
  report(error: unknown): void;
  /** What our own inline scripts are marked with, made up for this one page: the policy allows these and no others. */
  mark: string;
  /** Names the files that the shop serves now; a page that was drawn with others is older than the shop. */
  release: string;
  /** The shop is a demonstration, and the page says so. */
  isDemo: boolean;
};

export const serverTools = createContext<ServerTools>();

/** The answer's body, or the API's refusal as an error page of the same status. */
export async function readApi<T>(context: Readonly<RouterContextProvider>, path: string): Promise<T> {
  const { status, body } = await context.get(serverTools).callApi(path);
  if (status !== 200) throw data(body, { status });
  return body as T;
}
