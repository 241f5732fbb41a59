import { type Product, startProduct } from '../support/product.ts';
import { expect, logIn, test as plain } from './support/fixtures.ts';
import { StreamPage } from './support/stream-page.ts';

/**
 * A frozen host process (SOCK-10): nothing closes, nothing answers. It needs its own product, as all of it
 * freezes.
 */
let product: Product;
let url = '';
const test = plain.extend({ baseURL: async ({}, use) => use(url) });
test.beforeAll(async () => {
  product = await startProduct();
  url = product.url;
});
test.afterAll(() => product.stop());
test.afterEach(() => void product.child.kill('SIGCONT'));

test('a host that stands still is told of within seconds, and all is well when it goes on', async ({ page }) => {
  await logIn(page);
  // Through the link, so that Home's code is loaded before the host freezes.
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Live stream' }).first().click();
  const stream = new StreamPage(page);
  await stream.isStreaming();
  await expect(stream.rows).not.toHaveCount(0);

  product.child.kill('SIGSTOP');
  const noWord = page.getByText(/^No word from the host for \d+ s$/);
  await expect(noWord).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Not received: (before [\d:]+, )?from /)).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText(/^No word from the host for \d+ s; showing the last/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^– contacts per minute/ })).toBeVisible();

  product.child.kill('SIGCONT');
  await expect(page.getByText(/^No word from the host/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Live stream' }).first().click();
  await stream.isStreaming();
  await expect(page.getByText(/^Not received: (?!before [\d:]+ \()/)).toHaveCount(0);
});
