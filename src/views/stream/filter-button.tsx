import { Button } from '../controls/button.tsx';
import { FilterIcon } from '../controls/tool-icons.tsx';

/** LIVE-19: the floating button that opens the filters; says how many are set. */
export function FilterButton(props: { count: number; onPress: () => void }) {
  return (
    <Button rank="primary" onPress={props.onPress} aria-haspopup="dialog">
      <FilterIcon size={18} />
      {props.count === 0 ? 'Filter' : `Filter (${props.count})`}
    </Button>
  );
}
