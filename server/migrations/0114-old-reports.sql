-- Reports of faults go after a month: without that the table only grows, and somebody who finds a fault can make it
-- grow. The application deletes them, for which it needs the right. Owned by platform.

grant delete on error_reports to parley_app;

create index error_reports_by_time on error_reports (at);
