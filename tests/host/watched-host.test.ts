import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startHost, type Host } from '../../host/host.ts';
import { createLog } from '../../host/platform/log.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { withTestDatabase } from '../support/test-database.ts';

/** The files by which a host is watched, against what a whole host says (MET-4). */

const folder = path.join(import.meta.dirname, '../../docs/operations');
let database: Database;
let host: Host;
let names: Set<string>;

beforeAll(async () => {
  database = await withTestDatabase();
  const environment = readEnvironment({ PORT: '0', WS_PORT: '0', DATABASE_URL: database.url, SIMULATOR: 'off' });
  host = await startHost(environment, { log: createLog({ level: 'fatal' }) });
  const answer = await fetch(`${host.httpUrl}/metrics`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  names = new Set([...text.matchAll(/^(?:# TYPE )?([a-z0-9_]+)/gm)].map(([, name]) => name ?? ''));
  expect(text).toMatch(/^console_query_seconds_bucket\{le="0.001",query="select memberships"\}|query="select systems"/m);
});
afterAll(async () => {
  await host.close();
  await database.close();
});

/** The metrics of the console that an expression names. */
const namesIn = (expression: string): string[] => expression.match(/\bconsole_[a-z0-9_]+/g) ?? [];

test('the dashboard shows only what there is', async () => {
  type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
  const { panels } = JSON.parse(await readFile(path.join(folder, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  expect(asked.length).toBeGreaterThan(panels.length - 1);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});

test('the alerts ask only for what there is, and say what to do', async () => {
  type Alerts = { groups: { rules: { alert: string; expr: string; for: string; annotations: Record<string, string> }[] }[] };
  const { groups } = parse(await readFile(path.join(folder, 'alerts.yml'), 'utf8')) as Alerts;
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, annotations } of rules) {
    expect([alert, namesIn(expr).filter((name) => !names.has(name))]).toEqual([alert, []]);
    expect([alert, annotations['summary'], annotations['description']]).not.toContain(undefined);
  }
  expect(rules.flatMap(({ expr }) => namesIn(expr)).length).toBeGreaterThan(rules.length - 2);
});
