import { readFileSync } from 'node:fs';
import process from 'node:process';

/*
 * Ends the process at once, with what to do instead, where its Node.js is older than the one that package.json
 * pins. Plain JavaScript, because an old Node.js has to read it.
 */
const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [wanted, present] = [dependencies.node, process.versions.node].map((version) => version.split('.').map(Number));
const differs = wanted.findIndex((part, at) => part !== present[at]);
if (differs !== -1 && present[differs] < wanted[differs]) {
  process.stderr.write(
    `Node.js ${process.versions.node} is too old: the project runs on ${dependencies.node}, which 'npm install' brings along. ` +
      `Use 'npm run …' or 'npx …', which find it: npm test, npx vitest run --project model, npx playwright test.\n`,
  );
  process.exit(1);
}
