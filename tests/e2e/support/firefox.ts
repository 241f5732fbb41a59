import { type ElementHandle, launch } from 'puppeteer-core';
import { type Engine, seek, type Sought } from './engine.ts';

/** Starts Firefox, as its own program, over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport: { width: 1280, height: 800 } });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // Firefox reports a policy violation as a page error.
  page.on('pageerror', (error) => problems.push(String(error)));
  const find = async (sought: Sought): Promise<ElementHandle<Element> | null> => {
    return (await page.evaluateHandle(seek, sought)).asElement() as ElementHandle<Element> | null;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    isShown: async (sought) => (await find(sought)) !== null,
    async click(sought) {
      const found = await find(sought);
      if (found === null) throw new Error(`There is no ${sought.css} ${sought.name ?? ''} to be pressed`);
      await found.click();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    problems: () => Promise.resolve(problems),
    close: () => browser.close(),
  };
}
