import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startHost, type Host } from '../../host/host.ts';
import { createLog } from '../../host/platform/log.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { embeddedUrl, rowsOf } from '../support/database-attacks.ts';
import { putPreparedData } from '../support/prepared-data.ts';

/** The monitoring files, checked against the metrics of a whole host (MET-4, MET-5). */

const folder = path.join(import.meta.dirname, '../../docs/operations');
let dataDir: string;
let host: Host;
let names: Set<string>;
/** The values of each label of a metric, by `metric label`. */
let labels: Map<string, Set<string>>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'watched host '));
  await putPreparedData(dataDir);
  const environment = readEnvironment({ PORT: '0', WS_PORT: '0', DATA_DIR: dataDir, SIMULATOR: 'off' });
  host = await startHost(environment, { log: createLog({ level: 'fatal' }) });
  const answer = await fetch(`${host.httpUrl}/metrics`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  names = new Set([...text.matchAll(/^(?:# TYPE )?([a-z0-9_]+)/gm)].map(([, name]) => name ?? ''));
  expect(text).toMatch(/^console_query_seconds_bucket\{le="0.001",query="select memberships"\}|query="select systems"/m);
  labels = labelsOf(text);
  // An idle host has no failed job.
  const url = await embeddedUrl(dataDir);
  const states = await rowsOf<{ state: string }>(url, `select unnest(enum_range(null::jobs.job_state))::text as state`);
  for (const { state } of states) labels.get('console_jobs state')?.add(state);
}, 120_000);
afterAll(async () => {
  await host.close();
  await rm(dataDir, { recursive: true });
});

function labelsOf(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', inner = ''] of text.matchAll(/^([a-z0-9_]+)\{(.*)\} /gm)) {
    for (const [, label = '', value = ''] of inner.matchAll(/([a-z_]+)="([^"]*)"/g)) {
      const key = `${name} ${label}`;
      found.set(key, (found.get(key) ?? new Set()).add(value));
    }
  }
  return found;
}

/** Returns labels in braces, and their values, that no host has: as `metric label=value`. */
function strangeLabels(expression: string): string[] {
  return [...expression.matchAll(/\b(console_[a-z0-9_]+)\{([^}]*)\}/g)].flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/([a-z_]+)=~?"([^"]*)"/g)].flatMap(([, label = '', values = '']) =>
      values
        .split('|')
        .filter((value) => labels.get(`${name} ${label}`)?.has(value) !== true)
        .map((value) => `${name} ${label}=${value}`),
    ),
  );
}

/** Returns the labels in groupings that none of the expression's metrics has; each scrape adds its own. */
function strangeSums(expression: string): string[] {
  const known = new Set(['instance', 'job', ...namesIn(expression).flatMap(labelNamesOf)]);
  const asked = [...expression.matchAll(/\b(?:by|without|on|ignoring) ?\(([^)]*)\)/g)].flatMap(([, inner = '']) =>
    inner.split(','),
  );
  return asked.map((label) => label.trim()).filter((label) => !known.has(label));
}

function labelNamesOf(name: string): string[] {
  return [...labels.keys()].filter((key) => key.startsWith(`${name} `)).map((key) => key.slice(name.length + 1));
}

/** Returns the console's metrics that an expression names. */
const namesIn = (expression: string): string[] => expression.match(/\bconsole_[a-z0-9_]+/g) ?? [];

test('the dashboard shows only what there is', async () => {
  type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
  const { panels } = JSON.parse(await readFile(path.join(folder, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  expect(asked.length).toBeGreaterThan(panels.length - 1);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.flatMap((expr) => [...strangeLabels(expr), ...strangeSums(expr)])).toEqual([]);
});

test('labels and sums that no host gives are found', () => {
  const strange = 'sum by (lane, colour) (console_database_waiting{lane="ingest|fast",state="busy"})';
  expect(strangeLabels(strange)).toEqual(['console_database_waiting lane=fast', 'console_database_waiting state=busy']);
  expect(strangeSums(strange)).toEqual(['colour']);
});

test('the alerts ask only for what there is, and say what to do', async () => {
  type Alerts = { groups: { rules: { alert: string; expr: string; for: string; annotations: Record<string, string> }[] }[] };
  const { groups } = parse(await readFile(path.join(folder, 'alerts.yml'), 'utf8')) as Alerts;
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, annotations } of rules) {
    expect([alert, namesIn(expr).filter((name) => !names.has(name))]).toEqual([alert, []]);
    expect([alert, ...strangeLabels(expr), ...strangeSums(expr)]).toEqual([alert]);
    expect([alert, annotations['summary'], annotations['description']]).not.toContain(undefined);
  }
  expect(rules.flatMap(({ expr }) => namesIn(expr)).length).toBeGreaterThan(rules.length - 2);
});
