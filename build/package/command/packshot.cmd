@echo off
rem The packshot command: the program of this package, without a window.
"%~dp0..\..\Packshot.exe" --log-level=3 --disable-gpu --in-process-gpu --command -- %*
exit /b %ERRORLEVEL%
