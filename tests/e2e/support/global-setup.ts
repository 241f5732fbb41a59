import process from 'node:process';
import { buildConsoleWhenStale } from '../../../scripts/build-console.ts';
import { serveComponents } from '../../components/support/serve-components.ts';
import { startProduct } from '../../support/product.ts';

/**
 * Starts one product, built from the working tree, for all browser tests; tests that break things start their
 * own. Its data folder is for the operator's fixture. Also serves the page of the component tests.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildConsoleWhenStale();
  const [product, components] = await Promise.all([startProduct(), serveComponents()]);
  process.env['PRODUCT_URL'] = product.url;
  process.env['PRODUCT_WS_PORT'] = String(product.wsPort);
  process.env['PRODUCT_DATA_DIR'] = product.dataDir;
  process.env['COMPONENTS_URL'] = components.url;
  return async () => {
    await Promise.all([product.stop(), components.stop()]);
  };
}
