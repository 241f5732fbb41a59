import type { Chart } from '../../model/charts/chart.ts';
import { countText } from '../../model/live/contact-text.ts';
import styles from './statistic-chart.module.css';

/** The rows of a chart as a table (CHART-1). */
export function ChartTable({ chart }: { chart: Chart }) {
  const isNumber = (column: number): boolean => typeof chart.rows[0]?.cells[column] === 'number';
  return (
    <div className={styles.scroll} role="region" aria-label={`${chart.title}: table`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {chart.columns.map((name, column) => (
              <th key={name} scope="col" className={isNumber(column) ? styles.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={chart.columns[column]} className={isNumber(column) ? styles.number : undefined}>
                  {typeof cell === 'number' ? countText(cell) : cell || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
