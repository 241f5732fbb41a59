import { registerHooks } from 'node:module';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/**
 * A separate process that reads an OpenAPI document as JSON and writes the client types of
 * openapi-typescript.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: new URL('typescript-api.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');
process.stdout.write(astToString(await openapiTypes(JSON.parse(await text(process.stdin)))));
