import type { Locator, Page } from '@playwright/test';
import type { ParameterName } from '#model/detection/detection-form.ts';
import type { Field } from './field.ts';

/** The page of detection settings of a field. */
export const detectionPath = ({ mitasId }: Pick<Field, 'mitasId'>): string => `/dashboard/${mitasId}/advanced/detection-settings`;

type CardName =
  | 'Parameters'
  | 'Configuration History'
  | 'Quick Guide'
  | 'Reprocess data'
  | 'Reprocessing job'
  | 'Job History'
  | 'Estimate';

/** A part of it by its title. */
export const detectionCard = (page: Page, name: CardName): Locator => page.getByRole('region', { name, exact: true });

/** What sets one parameter. */
export const parameter = (page: Page, name: ParameterName): Locator => page.locator(`[data-parameter=${name}]`);

/** The field of one parameter. */
export const parameterField = (page: Page, name: ParameterName): Locator => parameter(page, name).getByRole('textbox');

/** A version in the history. */
export const versionRow = (page: Page, version: number): Locator =>
  page
    .getByRole('list', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ has: page.getByText(`Version ${version}`, { exact: true }) });

/** A transmitter that is heard weakly. */
export const weakTransmitter = { serial_number: 'WEAK-0001', emit_interval_variance_ms: 100 };
