import { registerHooks } from 'node:module';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/**
 * A process of its own: an OpenAPI document comes in as JSON, the types of a client by openapi-typescript go
 * out.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: new URL('typescript-api.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');
process.stdout.write(astToString(await openapiTypes(JSON.parse(await text(process.stdin)))));
