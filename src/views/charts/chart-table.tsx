import type { Chart, ChartRow } from '../../model/charts/chart.ts';
import { countText } from '../../model/text/number-text.ts';
import styles from './statistic-chart.module.css';

/** The most rows shown: more would make the page slow. The saved file has all rows. */
const mostRows = 1_000;

/** The rows of a chart as a table (CHART-1). */
export function ChartTable({ chart: { title, columns, rows } }: { chart: Chart }) {
  const isNumber = (column: number): boolean => typeof rows[0]?.cells[column] !== 'string';
  return (
    <div className={styles.scroll} role="region" aria-label={`${title}: table`} tabIndex={0}>
      <table className={`table ${styles.table}`}>
        <thead>
          <tr>
            {columns.map((name, column) => (
              <th key={name} scope="col" className={isNumber(column) ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={columns[column]} className={isNumber(column) ? 'number' : undefined}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows ? <p>{`${countText(rows.length - mostRows)} more rows. Save the CSV to see them all.`}</p> : null}
    </div>
  );
}

function cellText(cell: ChartRow['cells'][number]): string {
  if (typeof cell === 'object') return cell.text;
  return typeof cell === 'number' ? countText(cell) : cell || '–';
}
