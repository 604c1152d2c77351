export type Settings = {
  port: number;
  /** Where others reach it, if not where it listens: in links and in the address of its certificate. */
  url: string | undefined;
  data: string;
  clientId: string;
  clientSecret: string;
  /** Where events are sent from the start; more can be registered through the API. */
  webhookUrl: string | undefined;
  webhookId: string;
  /** Whether it ends with the process that started it. */
  withStarter: boolean;
};

const DEFAULTS: Settings = {
  port: 3001,
  url: undefined,
  data: 'var/paypal-stand-in',
  clientId: 'stand-in-client',
  clientSecret: 'stand-in-secret',
  webhookUrl: undefined,
  webhookId: 'STANDINWEBHOOK001',
  withStarter: false,
};

/** The only reader of the environment. Throws one sentence about the first value that cannot be used. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PAYPAL_STAND_IN_PORT || DEFAULTS.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PAYPAL_STAND_IN_PORT must be a port number, not "${env.PAYPAL_STAND_IN_PORT}".`);
  }
  const webhookUrl = env.PAYPAL_STAND_IN_WEBHOOK_URL || undefined;
  if (webhookUrl && !/^https?:\/\//.test(webhookUrl)) {
    throw new Error(`PAYPAL_STAND_IN_WEBHOOK_URL must start with http:// or https://, not "${webhookUrl}".`);
  }
  return {
    port,
    url: env.PAYPAL_STAND_IN_URL || undefined,
    data: env.PAYPAL_STAND_IN_DATA || DEFAULTS.data,
    clientId: env.PAYPAL_STAND_IN_CLIENT_ID || DEFAULTS.clientId,
    clientSecret: env.PAYPAL_STAND_IN_SECRET || DEFAULTS.clientSecret,
    webhookUrl,
    webhookId: env.PAYPAL_STAND_IN_WEBHOOK_ID || DEFAULTS.webhookId,
    withStarter: Boolean(env.PAYPAL_STAND_IN_WITH_STARTER),
  };
}

export const withDefaults = (given: Partial<Settings>): Settings => ({ ...DEFAULTS, ...given });
