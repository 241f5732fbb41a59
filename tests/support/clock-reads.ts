import { type ESTree, parseAst, Visitor } from 'vite';

/** Returns where a source reads the clock: its `new Date()` and `Date()` without arguments. */
export function clockReads(source: string, file?: string): string[] {
  const reads: string[] = [];
  const look = (
    { callee, arguments: given, start, end }: ESTree.NewExpression | ESTree.CallExpression,
    isCall: boolean,
  ): void => {
    if (callee.type === 'Identifier' && callee.name === 'Date' && (isCall || given.length === 0))
      reads.push(source.slice(start, end));
  };
  const visitor = new Visitor({
    NewExpression: (node) => look(node, false),
    CallExpression: (node) => look(node, true),
  });
  visitor.visit(parseAst(source, { lang: file?.endsWith('.ts') ? 'ts' : 'tsx' }, file));
  return reads;
}
