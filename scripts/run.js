import './pinned-node.js';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

// Every script of package.json starts here: an old Node.js cannot even read TypeScript, and would not say why.
const [script] = process.argv.splice(2, 1);
process.argv[1] = resolve(script);
await import(pathToFileURL(process.argv[1]).href);
