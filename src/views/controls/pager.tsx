import { type PageSize, pageSizes } from '../../model/tables/table-address.ts';
import { ChoicePicker } from './choice-picker.tsx';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';
import styles from './pager.module.css';

type Props = {
  page: number;
  pages: number;
  size: PageSize;
  /** The page sizes to choose from. */
  sizes?: readonly PageSize[];
  /** The number of rows on all pages. */
  found: number;
  /** Shows the number of rows even if they fit on one page, as after a search. */
  isCounted?: boolean;
  onPage: (page: number) => void;
  /** Changes the page size. Without this function the size is fixed. */
  onSize?: (size: PageSize) => void;
};

/**
 * Shows which rows are in view, and turns pages. If all rows fit on the smallest page, draws nothing
 * (LOOK-42), or only their number if `isCounted`.
 */
export function Pager({ page, pages, size, sizes = pageSizes, found, isCounted = false, onPage, onSize }: Props) {
  const first = (page - 1) * size + 1;
  const count = found === 0 ? '0 of 0' : `${first}–${Math.min(found, page * size)} of ${found}`;
  if (found <= (onSize === undefined ? size : Math.min(...sizes)))
    return isCounted ? (
      <p className={styles.pager} role="status">
        {count}
      </p>
    ) : null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      {onSize === undefined ? null : (
        <>
          <span aria-hidden="true">Rows per page</span>
          <ChoicePicker
            aria-label="Rows per page"
            width="size-900"
            items={sizes.map((each) => ({ id: String(each), name: String(each) }))}
            value={String(size)}
            onChoose={(key) => onSize(Number(key) as PageSize)}
          />
        </>
      )}
      <span role="status">{count}</span>
      <Greyed why={page === 1 ? 'This is the first page' : null}>
        <Button aria-label="Previous page" onPress={() => onPage(page - 1)}>
          ‹
        </Button>
      </Greyed>
      <Greyed why={page === pages ? 'This is the last page' : null}>
        <Button aria-label="Next page" onPress={() => onPage(page + 1)}>
          ›
        </Button>
      </Greyed>
    </nav>
  );
}
