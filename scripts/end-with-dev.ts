import process from 'node:process';

/**
 * Loaded before the host by `npm run dev`. Its input is a pipe of that process, which ends with it however it
 * ended: then the watch over the host's files ends, and the host with it.
 */
if (process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined) {
  const end = () => process.kill(process.ppid, 'SIGTERM');
  process.stdin.on('end', end).on('error', end).resume();
  if ('unref' in process.stdin) process.stdin.unref();
}
