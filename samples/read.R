library(jsonlite)
at <- paste0(Sys.getenv("HOST"), "/api/mitashost/", Sys.getenv("SYSTEM"), "/")
bearer <- c(Authorization = paste("Bearer", Sys.getenv("KEY")))
read <- function(path) fromJSON(url(paste0(at, path), headers = bearer))

receivers <- read("receiver-sites")$receivers
now <- as.numeric(Sys.time())
day <- sprintf("?antennas=1,2,3,4,5,6,7,8&startTime=%.0f000&endTime=%.0f000", now - 86400, now + 60)
for (i in seq_len(NROW(receivers)))
  cat(receivers$alias[i], NROW(read(paste0("receivers/", receivers$id[i], "/contacts", day))$payload), "\n")
