import { validatorCompiler } from 'fastify-type-provider-zod';

/** For routes whose body is a form with a photo: there is nothing to validate before it is read. */
export const checkAllButBody: typeof validatorCompiler = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route);
