import type { Locator, Page } from '@playwright/test';
import type { ParameterName } from '#model/detection/detection-form.ts';
import type { Field } from './field.ts';

/** Returns the path of a field's page of detection settings. */
export const detectionPath = ({ mitasId }: Pick<Field, 'mitasId'>): string => `/dashboard/${mitasId}/advanced/detection-settings`;

type CardName =
  | 'Parameters'
  | 'Configuration History'
  | 'Quick Guide'
  | 'Reprocess data'
  | 'Reprocessing job'
  | 'Job History'
  | 'Estimate';

/** A card of the page, by its title. */
export const detectionCard = (page: Page, name: CardName): Locator => page.getByRole('region', { name, exact: true });

/** The controls of one parameter. */
export const parameter = (page: Page, name: ParameterName): Locator => page.locator(`[data-parameter=${name}]`);

/** The text field of one parameter. */
export const parameterField = (page: Page, name: ParameterName): Locator => parameter(page, name).getByRole('textbox');

/** A version in the history. */
export const versionRow = (page: Page, version: number): Locator =>
  page
    .getByRole('list', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ has: page.getByText(`Version ${version}`, { exact: true }) });

/** A transmitter with a weak signal. */
export const weakTransmitter = { serial_number: 'WEAK-0001', emit_interval_variance_ms: 100 };
